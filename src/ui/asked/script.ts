/**
 * Runs in the page before an island that has nothing to do without something named in the address or kept by this
 * browser: then the page says so at once, and the island never loads. Back from where something was chosen, the page
 * looks again. A browser that blocks its storage leaves the question to the island.
 */
export const askedScript =
  "(()=>{const d=document.documentElement,k=document.currentScript.dataset.keys.split(' '),h=s=>k.some(n=>s.getItem(n)!==null);try{if(location.search||location.hash||history.state||h(localStorage)||h(sessionStorage))return}catch{return}d.dataset.unasked='';addEventListener('pageshow',e=>e.persisted&&location.reload())})()";
