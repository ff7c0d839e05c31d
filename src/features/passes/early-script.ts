declare global {
  /** The pass that was pressed before its script was there; `answered` from then on. */
  var earlyPass: HTMLAnchorElement | 'answered' | undefined;
}

/**
 * Runs in the page before any file of it has come: who is signed in (`data-key`: where the browser keeps that) is not
 * led along a visitor's link by a press on a pass; it is kept, shown, and answered by `pass-opener.ts`. A second press
 * follows the link after all, where no script comes.
 */
export const earlyPass = [
  "(()=>{const w=window,{key}=document.currentScript.dataset;document.addEventListener('click',t=>{",
  "const b=t.target.closest?.('[data-pass]');",
  "if(!b||w.earlyPass==='answered'||w.earlyPass===b||t.ctrlKey||t.metaKey||t.shiftKey)return;",
  'try{if(!localStorage.getItem(key))return}catch{return}',
  "t.preventDefault();w.earlyPass=b;b.setAttribute('aria-busy','true');",
  "b.prepend(Object.assign(document.createElement('span'),{className:'spinner',ariaHidden:'true'}))})})()",
].join('');
