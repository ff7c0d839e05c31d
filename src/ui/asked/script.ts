/**
 * Inline script before an island that is only needed for a request in the address or in this browser's storage. It
 * marks the page at once, so that an island without a request never loads, and it checks again when a visitor returns
 * to the page. If storage is blocked, the island decides. It also preloads the files of an island that will load
 * (`data-files`, build/chunks.ts) and, if a value is stored, the part that the island will then need (`data-part`).
 */
export const askedScript =
  "(()=>{const d=document.documentElement,{keys,files='',part=''}=document.currentScript.dataset,h=s=>keys.split(' ').some(n=>s.getItem(n)!==null),go=kept=>(files+(kept?' '+part:'')).split(' ').forEach(f=>f&&document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href:f})));try{const kept=h(localStorage)||h(sessionStorage);if(kept||location.search||location.hash||history.state)return go(kept)}catch{return go()}d.dataset.unasked='';addEventListener('pageshow',e=>e.persisted&&location.reload())})()";
