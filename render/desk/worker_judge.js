// The judge is Python in a worker of this browser. A game in progress is in the link and in no file.

const IDLE = 1500; // milliseconds after the judge is ready until its memory is made for the next visit

// What the worker is at, in words.
const stages = () => ({ python: t("Python is loading."), rules: t("The rules are loading.") });

class WorkerJudge {
  carries = true;
  place = location.pathname;
  session = `${Date.now()}`; // the judge of each visit begins anew

  constructor(status) {
    this.status = status;
    this.asked = new Map(); // number of a request -> who waits for its answer
    this.fault = "";
    this.worker = offline().then(() => this.begin());
  }

  begin() {
    const worker = startedWorker("judge");
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = () => this.end(t("worker.js could not be loaded"));
    return worker;
  }

  hear({ stage, fault, number, answer, canRemember }) {
    if (canRemember) setTimeout(() => startedWorker("remember"), IDLE);
    if (stage !== undefined) this.status.textContent = stage && `${stages()[stage]} ${t("What is clicked meanwhile is done when the judge is ready.")}`;
    if (fault) this.end(fault);
    if (answer === undefined) return;
    this.asked.get(number)(JSON.parse(answer));
    this.asked.delete(number);
  }

  // Without a judge every question has the same answer.
  end(reason) {
    this.fault = t("The judge did not start: {reason}. Load the page again.", { reason });
    for (const give of this.asked.values()) give(this.gone);
    this.asked.clear();
  }

  get gone() {
    return { error: { code: "gone", message: this.fault } };
  }

  async ask(request) {
    if (["think", "rest"].includes(request.op)) return this.askWithEngine(request);
    return this.put(request);
  }

  // The judge says what the engine is to do, and reads what it prints; the engine is started by the first question.
  async askWithEngine(request) {
    this.engine ??= new PageEngine();
    const answer = await this.put({ ...request, heard: this.engine.heard.splice(0) });
    if (answer.say) this.engine.tell(answer.say);
    return this.engine.fault ? { running: false, lines: [], reason: this.engine.fault } : answer;
  }

  async put(request) {
    const worker = await this.worker;
    if (this.fault) return this.gone;
    const number = (this.last = (this.last ?? 0) + 1);
    const answer = new Promise((give) => this.asked.set(number, give));
    worker.postMessage({ number, text: JSON.stringify(request) });
    return answer;
  }
}

// The engine that lies beside the page, in a worker of its own.
class PageEngine {
  heard = []; // what it has printed, until the judge is told
  fault = "";

  constructor() {
    this.worker = new Worker("engine/host.js", { name: "engine" });
    this.worker.onmessage = ({ data: { line, fault } }) => (fault ? this.end(fault) : this.heard.push(line));
    this.worker.onerror = ({ message }) => this.end(message || "engine/host.js");
  }

  tell(lines) {
    this.worker.postMessage(lines);
  }

  end(reason) {
    const told = t("The engine did not start: {reason}", { reason });
    this.fault = self.crossOriginIsolated ? told : `${told}. ${t("Load the page again; its server may have to send the headers that isolate pages.")}`;
  }
}

// What it does is its name (`worker.js`).
function startedWorker(name) {
  return new Worker("worker.js", { type: "module", name });
}

// A service worker keeps all files, where the browser has one. The judge waits for it, or its files would be loaded twice.
async function offline() {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller) return;
  const ruled = new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
  const registered = await workers.register("offline.js").catch(() => undefined);
  const coming = registered?.installing;
  if (!coming) return;
  const failed = new Promise((done) => coming.addEventListener("statechange", () => coming.state === "redundant" && done()));
  await Promise.race([ruled, failed]);
}

const first = JSON.parse(document.getElementById("fairyscore-data").textContent);
const desk = new Desk(first, new WorkerJudge(document.getElementById("state")));
early.done();
