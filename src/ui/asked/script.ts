/**
 * Runs in the page before an island that has nothing to do without something named in the address or kept by this
 * browser: then the page says so at once, and the island never loads. Back from where something was chosen, the page
 * looks again. A browser that blocks its storage leaves the question to the island. An island that will load has its
 * files fetched from here on (`data-files`, build/chunks.ts), and where something is kept, a part that it will need
 * then (`data-part`).
 */
export const askedScript =
  "(()=>{const d=document.documentElement,{keys,files='',part=''}=document.currentScript.dataset,h=s=>keys.split(' ').some(n=>s.getItem(n)!==null),go=kept=>(files+(kept?' '+part:'')).split(' ').forEach(f=>f&&document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href:f})));try{const kept=h(localStorage)||h(sessionStorage);if(kept||location.search||location.hash||history.state)return go(kept)}catch{return go()}d.dataset.unasked='';addEventListener('pageshow',e=>e.persisted&&location.reload())})()";
