/**
 * Runs in the page before any file of it has come: on a slow phone the teams are seen, and tapped, half a second and
 * more before that. Keeps the tap, shows it, has what the flow needs (`data-files`, build/chunks.ts) fetched at once,
 * and asks for what it will ask for (`data-ask`, an EarlyAsk); `early.ts` takes it from there.
 */
export const earlyScript = [
  '(()=>{const d=document,{files,ask}=d.currentScript.dataset,e=d.documentElement;',
  "const team=({target:t})=>t.closest?.('button[data-team]');let on;",
  'const go=()=>{if(on)return;on=1;',
  "files?.split(' ').forEach(f=>d.head.append(Object.assign(d.createElement('link'),{rel:'modulepreload',href:f})));",
  "const {key,urls,timeoutMs}=JSON.parse(ask),headers={apikey:key,'content-type':'application/json'};",
  'window.askedEarly={};urls.forEach(u=>{const f={headers,signal:AbortSignal.timeout(timeoutMs)},',
  "a=askedEarly[u]=fetch(u,u.includes('/rpc/')?{...f,method:'POST',body:'{}'}:f);a.catch(()=>0)})};",
  "d.addEventListener('pointerdown',t=>{team(t)&&!('bookingReady' in e.dataset)&&go()},true);",
  "d.addEventListener('click',t=>{const c=team(t);if(!c||'bookingReady' in e.dataset)return;go();",
  'e.dataset.earlyTeam=c.dataset.team;',
  "d.querySelectorAll('button[data-team]').forEach(o=>o.setAttribute('aria-pressed',String(o===c)))})})()",
].join('');
