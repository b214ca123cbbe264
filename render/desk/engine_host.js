// The engine of a published page: the program from npm in a worker of its own, lines in and lines out.
importScripts("stockfish.js");

const begun = Stockfish({ mainScriptUrlOrBlob: new URL("stockfish.js", location.href).href });
begun.then(
  (engine) => engine.addMessageListener((line) => postMessage({ line })),
  (fault) => postMessage({ fault: String(fault?.message ?? fault) }),
);

onmessage = async ({ data }) => {
  const engine = await begun;
  for (const line of data) engine.postMessage(line);
};
