/**
 * Runs before the page's other scripts, because on a slow phone the teams can be seen and tapped half a second or more
 * before those load. It saves and shows the tap, preloads the files of the flow (`data-files`, build/chunks.ts) and
 * sends its first requests (`data-ask`, an EarlyAsk); `early.ts` continues from there.
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
