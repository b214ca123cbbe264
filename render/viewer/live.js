// The page asks its own server whether the file has changed, and is loaded anew at the same place.

function follow() {
  const news = new EventSource("changes");
  let seen = "";
  news.addEventListener("message", (event) => {
    if (seen && seen !== event.data) {
      fairyscore.write("replace");
      location.reload();
    }
    seen = event.data;
  });
}

follow();
