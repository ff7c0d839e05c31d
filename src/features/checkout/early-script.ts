import type { EarlyAsk } from '#api/early.ts';

/** Where the early script reads an order and its offer, besides the consent texts that every checkout reads. */
export interface EarlyCheckout extends EarlyAsk {
  orderKey: string;
  orderUrl: string;
  /** The id of the offer is appended. */
  offerUrl: string;
  /** For a class's checkout only: the storage keys before the first hold, and the URL that holds it. */
  hold: Record<'url' | 'cartKey' | 'askedKey' | 'sessionKey', string> | null;
}

declare global {
  /** The hold that the early script requested: its body as it was sent, under the secret it chose. */
  var heldEarly: { secret: string; body: string; answer: Promise<Response> } | undefined;
}

/**
 * Runs before the page's other scripts, if the browser has saved a checkout that was begun: it sends the requests that
 * the checkout will need (`data-ask`, an EarlyCheckout), so that the form appears sooner. With a cart and no order it
 * also holds the cart's place, as the checkout would (`purchase/early-hold.ts`). It does so for visitors only, because
 * a signed-in parent's requests need their token.
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
