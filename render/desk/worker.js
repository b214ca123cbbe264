// The judge in the browser: Python as WebAssembly, and the same `Desk` that answers on a machine with Python.
import { loadPyodide } from "./pyodide/pyodide.mjs";

async function file(name) {
  const found = await fetch(name);
  if (!found.ok) throw Error(`${name} could not be loaded (${found.status})`);
  return found;
}

async function begun() {
  const archive = file("judge.zip").then((found) => found.arrayBuffer()); // while Python starts
  const games = file("games.json").then((found) => found.text());
  archive.catch(() => undefined); // reported where they are waited for
  games.catch(() => undefined);
  postMessage({ stage: "Python is loading." });
  const python = await loadPyodide({ indexURL: new URL("pyodide/", location.href).href });
  postMessage({ stage: "The rules are loading." });
  python.unpackArchive(await archive, "zip");
  return python.pyimport("fairyscore.render.desk.published").desk_of(await games);
}

const desk = begun();
desk.then(() => postMessage({ stage: "" }), (fault) => postMessage({ fault: String(fault.message ?? fault) }));

onmessage = async ({ data }) => postMessage({ number: data.number, answer: (await desk).answer(data.text) });
