const fairyscore = new Page(JSON.parse(document.getElementById("fairyscore-data").textContent), document);
early.done();
