// The judge is the program that serves this page.

class ServerJudge {
  carries = false; // the game stays with the program; its record is not in the address
  place = "desk"; // whose unsaved games it offers: those of any desk at this address
  session = location.pathname; // one run of the program, which has its unsaved games as long as it runs

  async ask(request) {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("ask", { method: "POST", headers, body: JSON.stringify(request) }).catch(() => undefined);
    if (!answer?.ok) return { error: { code: "gone", message: t("The program that judges does not answer; start `fairyscore desk` again.") } };
    return answer.json();
  }
}

const desk = new Desk(JSON.parse(document.getElementById("fairyscore-data").textContent), new ServerJudge());
early.done();
