const fairyscore = new Setup(JSON.parse(document.getElementById("fairyscore-data").textContent), document);
early.done();
