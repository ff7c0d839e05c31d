/**
 * Runs in the page before an island that has nothing to do without something named in the address or kept by this
 * browser: then the page says so at once, and the island never loads. Back from where something was chosen, the page
 * looks again. A browser that blocks its storage leaves the question to the island. An island that will load has its files
 * fetched from here on (`data-files`, build/chunks.ts).
 */
export const askedScript =
  "(()=>{const d=document.documentElement,{keys,files}=document.currentScript.dataset,h=s=>keys.split(' ').some(n=>s.getItem(n)!==null),go=()=>files?.split(' ').forEach(f=>document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href:f})));try{if(location.search||location.hash||history.state||h(localStorage)||h(sessionStorage))return go()}catch{return go()}d.dataset.unasked='';addEventListener('pageshow',e=>e.persisted&&location.reload())})()";
