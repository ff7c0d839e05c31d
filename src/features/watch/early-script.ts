/**
 * Runs in the head: records up to fifty errors before the watcher has loaded, and then forwards them to it with the
 * same listeners. It listens in the capture phase, because the error of a script that fails to load does not bubble.
 */
export const watchScript =
  "window.handed=[];for(const t of['error','unhandledrejection'])addEventListener(t,e=>handed.length<50&&handed.push(e),true)";
