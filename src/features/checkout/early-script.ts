import type { EarlyAsk } from '#api/early.ts';

/** With the texts of the consents, which every checkout reads: where an order and what it sells are asked for. */
export interface EarlyCheckout extends EarlyAsk {
  orderKey: string;
  orderUrl: string;
  /** The id of the offer follows. */
  offerUrl: string;
  /** Of a class's checkout: what the browser keeps before the first hold, and where that is asked for. */
  hold: Record<'url' | 'cartKey' | 'askedKey' | 'sessionKey', string> | null;
}

declare global {
  /** What the page asked to be held, as it was sent, by the secret that it gave it. */
  var heldEarly: { secret: string; body: string; answer: Promise<Response> } | undefined;
}

/**
 * Runs in the page before any file of it has come, where the browser keeps a checkout that was begun: asks for what it
 * will ask for (`data-ask`, an EarlyCheckout), so that the form stands as soon as its scripts are there. With a cart
 * and no order yet it holds the cart's place as the checkout would (`purchase/early-hold.ts`). Only for a visitor: who
 * is signed in asks in their own name.
 */
export const earlyCheckout = [
  "(()=>{const {dataset:{ask}}=document.currentScript,r=document.documentElement;if('unasked' in r.dataset)return;",
  'const {key,urls,timeoutMs,orderKey,orderUrl,offerUrl,hold:h}=JSON.parse(ask),early=window.askedEarly={};',
  "const go=(u,b)=>{(early[u+(b||'')]=fetch(u,{headers:{apikey:key,'content-type':'application/json'},",
  "signal:AbortSignal.timeout(timeoutMs),...(b?{method:'POST',body:b}:{})})).catch(()=>0)};urls.forEach(u=>go(u));",
  'const offer=i=>go(offerUrl+encodeURIComponent(i));try{const s=localStorage,',
  'get=k=>{try{return JSON.parse(s.getItem(k))}catch{}},o=get(orderKey);if(o&&o.secret){go(orderUrl,JSON.stringify({p_secret:o.secret}));return offer(o.offerId)}',
  'if(!h||location.search||history.state?.order||get(h.askedKey)||s.getItem(h.sessionKey))return;',
  'const {sessionId:session_id,selectedPass:{offerId:offer_id},price}=get(h.cartKey),secret=crypto.randomUUID(),',
  'body=JSON.stringify({p_order:{lines:[{offer_id,session_id,seen_price_cents:Math.round(price*100)}],secret,previous_secret:null}});',
  's.setItem(h.askedKey,JSON.stringify(secret));go(h.url,body);window.heldEarly={secret,body,answer:early[h.url+body]};offer(offer_id)}catch{}})()',
].join('');
