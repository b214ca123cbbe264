// The judge in the browser: Python as WebAssembly, and the same `Desk` that answers on a machine with Python.
//
// Starting Python and importing the rules is most of the work. So once a judge is ready, a second worker starts one more,
// lets it answer a request of each kind, and keeps its memory beside the files of the page; the next visit goes on from
// there. The memory belongs to just these files: the cache has their digest in its name, and `offline.js` deletes it with them.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import createModule from "./pyodide/pyodide.asm.mjs";

const MEMORY = "memory"; // its name in the cache
const ARCHIVE = "/judge.zip"; // where Python finds its modules; they are not unpacked
const indexURL = new URL("pyodide/", location.href).href;

async function loaded(name, integrity) {
  const found = await fetch(name, { integrity });
  if (!found.ok) throw Error(`${name} could not be loaded (${found.status})`);
  return found;
}

const listed = loaded("files.json").then((found) => found.arrayBuffer());

// A file of the page, refused where its digest is another than the list says.
async function file(name) {
  const digests = JSON.parse(new TextDecoder().decode(await listed));
  return loaded(name, digests[name]);
}

// The cache of these files; undefined where the browser keeps none.
async function cacheOfFiles() {
  if (!self.caches || !self.crypto?.subtle) return undefined;
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await listed));
  const name = `fairyscore-desk ${new URL(".", location.href).href} sha256-${btoa(String.fromCharCode(...sum))}`;
  return (await caches.has(name)) ? caches.open(name) : undefined;
}

// Files are no part of a memory.
function put(archive, python) {
  python.FS.writeFile(ARCHIVE, new Uint8Array(archive));
}

// Python with the memory of a judge. Its heap has to be as large before: Pyodide does not see to that.
async function restored(memory, archive) {
  const createPyodideModule = async (settings) => {
    const made = await createModule(settings);
    while (made.HEAP8.length < memory.byteLength) made._malloc(2 ** 23);
    return made;
  };
  const python = await loadPyodide({ indexURL, _loadSnapshot: memory, createPyodideModule });
  put(await archive, python);
  return python.pyimport("fairyscore.render.desk.published").DESKS.get("page");
}

async function archived() {
  return (await file("judge.zip")).arrayBuffer();
}

// Python that has just started, and the module that opens this page.
async function started(settings, archive) {
  const python = await loadPyodide({ indexURL, ...settings });
  postMessage({ stage: "rules" });
  put(await archive, python);
  python.runPython(`import sys; sys.path.insert(0, "${ARCHIVE}")`);
  return [python, python.pyimport("fairyscore.render.desk.published")];
}

async function begun() {
  const archive = archived(); // while Python starts
  const games = file("games.json").then((found) => found.text());
  archive.catch(() => undefined); // reported where they are waited for
  games.catch(() => undefined);
  postMessage({ stage: "python" });
  const cache = await cacheOfFiles().catch(() => undefined);
  const memory = await (await cache?.match(MEMORY))?.arrayBuffer();
  if (memory) {
    try {
      return await restored(memory, archive);
    } catch {
      await cache.delete(MEMORY); // it is of no use; the judge starts as on the first visit
    }
  }
  const [, page] = await started({}, archive);
  const desk = page.open_page(await games);
  if (cache) postMessage({ canRemember: true });
  return desk;
}

// Keep the memory of a judge that nobody has asked yet.
async function remember() {
  const cache = await cacheOfFiles();
  const games = await (await file("games.json")).text();
  const [python, page] = await started({ _makeSnapshot: true }, archived());
  page.open_page(games, true);
  await cache.put(MEMORY, new Response(python.makeMemorySnapshot()));
}

if (self.name === "remember") {
  // Where that fails (no room, another version of Pyodide), the next visit takes longer, and nothing else.
  remember().catch(() => undefined).finally(() => self.close());
} else {
  const desk = begun();
  desk.then(() => postMessage({ stage: "" }), (fault) => postMessage({ fault: String(fault.message ?? fault) }));
  onmessage = async ({ data }) => postMessage({ number: data.number, answer: (await desk).answer(data.text) });
}
