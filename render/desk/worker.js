// The judge in the browser: Python as WebAssembly, and the same `Desk` that answers on a machine with Python.
//
// Starting Python and importing the rules is most of the work. So the memory of the first judge that is ready is kept
// beside the files of the page, and the next visit goes on from it. It belongs to just these files: the cache has their
// digest in its name, and `offline.js` deletes it with them.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import createModule from "./pyodide/pyodide.asm.mjs";

const MEMORY = "memory"; // its name in the cache

async function file(name) {
  const found = await fetch(name);
  if (!found.ok) throw Error(`${name} could not be loaded (${found.status})`);
  return found;
}

// The cache of these files; undefined where the browser keeps none.
async function kept() {
  if (!self.caches || !self.crypto?.subtle) return undefined;
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await (await file("files.json")).arrayBuffer()));
  const name = `fairyscore-desk ${new URL(".", location.href).href} sha256-${btoa(String.fromCharCode(...sum))}`;
  return (await caches.has(name)) ? caches.open(name) : undefined;
}

const indexURL = new URL("pyodide/", location.href).href;

// Python with a memory that was kept. Its heap has to be as large before: Pyodide does not see to that.
async function restored(memory, archive) {
  const createPyodideModule = async (settings) => {
    const made = await createModule(settings);
    while (made.HEAP8.length < memory.byteLength) made._malloc(2 ** 23);
    return made;
  };
  const python = await loadPyodide({ indexURL, _loadSnapshot: memory, createPyodideModule });
  python.unpackArchive(await archive, "zip"); // files are no part of the memory
  return python.pyimport("fairyscore.render.desk.published").DESKS.get("page");
}

async function begun() {
  const archive = file("judge.zip").then((found) => found.arrayBuffer()); // while Python starts
  const games = file("games.json").then((found) => found.text());
  archive.catch(() => undefined); // reported where they are waited for
  games.catch(() => undefined);
  postMessage({ stage: "Python is loading." });
  const cache = await kept().catch(() => undefined);
  const memory = await (await cache?.match(MEMORY))?.arrayBuffer();
  if (memory) {
    try {
      return await restored(memory, archive);
    } catch {
      await cache.delete(MEMORY); // it is of no use; the judge starts as on the first visit
    }
  }
  const python = await loadPyodide({ indexURL, _makeSnapshot: Boolean(cache) });
  postMessage({ stage: "The rules are loading." });
  python.unpackArchive(await archive, "zip");
  const desk = python.pyimport("fairyscore.render.desk.published").open_page(await games);
  if (cache) keep(cache, python);
  return desk;
}

// A memory that cannot be kept (no room, another version of Pyodide) costs only time at the next visit.
function keep(cache, python) {
  try {
    cache.put(MEMORY, new Response(python.makeMemorySnapshot())).catch(() => undefined);
  } catch {
    // as above
  }
}

const desk = begun();
desk.then(() => postMessage({ stage: "" }), (fault) => postMessage({ fault: String(fault.message ?? fault) }));

onmessage = async ({ data }) => postMessage({ number: data.number, answer: (await desk).answer(data.text) });
