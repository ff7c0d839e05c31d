import type { EarlyAsk } from '../../api/early.ts';

/** With the texts of the consents, which every checkout reads: where an order and what it sells are asked for. */
export interface EarlyCheckout extends EarlyAsk {
  orderKey: string;
  orderUrl: string;
  /** The id of the offer follows. */
  offerUrl: string;
}

/**
 * Runs in the page before any file of it has come, where the browser keeps a checkout that was begun: asks for what it
 * will ask for (`data-ask`, an EarlyCheckout), so that the form stands as soon as its scripts are there. Only for a
 * visitor: who is signed in asks in their own name.
 */
export const earlyCheckout = [
  "(()=>{const {dataset:{ask}}=document.currentScript,r=document.documentElement;if('unasked' in r.dataset)return;",
  'const {key,urls,timeoutMs,orderKey,orderUrl,offerUrl}=JSON.parse(ask),early=window.askedEarly={};',
  "const go=(u,b)=>{(early[u+(b||'')]=fetch(u,{headers:{apikey:key,'content-type':'application/json'},",
  "signal:AbortSignal.timeout(timeoutMs),...(b?{method:'POST',body:b}:{})})).catch(()=>0)};urls.forEach(u=>go(u));",
  'let o;try{o=JSON.parse(localStorage.getItem(orderKey))}catch{}if(!o||!o.secret)return;',
  'go(orderUrl,JSON.stringify({p_secret:o.secret}));go(offerUrl+encodeURIComponent(o.offerId))})()',
].join('');
