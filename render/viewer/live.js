// The page asks its own server whether the file has changed, and is loaded anew at the same place.

const PAUSE = 300; // milliseconds between two questions

async function follow(seen) {
  const now = await fetch("changes").then((answer) => answer.text()).catch(() => ""); // "": it is not served just now
  if (seen && now && seen !== now) {
    fairyscore.write("replace");
    location.reload();
  } else {
    setTimeout(follow, PAUSE, now || seen);
  }
}

follow("");
