/**
 * Runs in the head: hears of errors before the watcher is there, fifty of them, and goes on hearing them for it: one
 * pair of listeners for both. A script that does not come is an error too; captured, as it does not bubble.
 */
export const watchScript =
  "window.handed=[];for(const t of['error','unhandledrejection'])addEventListener(t,e=>handed.length<50&&handed.push(e),true)";
