declare global {
  /** The pass that was pressed before the script had loaded; `answered` once it has. */
  var earlyPass: HTMLAnchorElement | 'answered' | undefined;
}

/**
 * Runs before the page's other scripts. If the browser has a session (`data-key` is its storage key), a press on a
 * pass does not follow the visitor's link: it is saved and shown, and `pass-opener.ts` handles it. A second press
 * follows the link, in case no script loads.
 */
export const earlyPass = [
  "(()=>{const w=window,{key}=document.currentScript.dataset;document.addEventListener('click',t=>{",
  "const b=t.target.closest?.('[data-pass]');",
  "if(!b||w.earlyPass==='answered'||w.earlyPass===b||t.ctrlKey||t.metaKey||t.shiftKey)return;",
  'try{if(!localStorage.getItem(key))return}catch{return}',
  "t.preventDefault();w.earlyPass=b;b.setAttribute('aria-busy','true');",
  "b.prepend(Object.assign(document.createElement('span'),{className:'spinner',ariaHidden:'true'}))})})()",
].join('');
