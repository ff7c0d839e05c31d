/** What the family's screens ask for before their scripts have come, in the words of the inline script that does it. */
export interface EarlyFamily {
  key: string;
  url: string;
  timeoutMs: number;
  freshMs: number;
  refreshS: number;
  authKey: string;
  keptKey: string;
  /** Sign-in, to which the address is added. */
  signIn: string;
}

/**
 * Runs in the page before any file of it has come (`data-ask`, an EarlyFamily): who is not signed in leaves at once,
 * and the dashboard is asked for in the member's name, unless what this browser keeps is fresh (api/early.ts takes it).
 */
export const earlyFamily = [
  '(()=>{const {key,url,timeoutMs,freshMs,refreshS,authKey,keptKey,signIn}=JSON.parse(document.currentScript.dataset.ask);',
  'const read=k=>{try{return JSON.parse(localStorage.getItem(k))}catch{}};let s;',
  'try{if(localStorage.getItem(authKey)===null)return location.replace(signIn+encodeURIComponent(location.pathname+location.search+location.hash))}catch{return}',
  's=read(authKey);if(!s||!s.access_token||s.expires_at-Date.now()/1e3<refreshS)return;',
  "const k=read(keptKey),n=performance.getEntriesByType('navigation')[0];",
  "if(k&&s.user&&k.userId===s.user.id&&Date.now()-k.at<freshMs&&!(n&&n.type==='reload'))return;",
  '(window.askedEarly??={})[url+s.access_token]=fetch(url,{method:"POST",body:"{}",headers:{apikey:key,',
  "authorization:'Bearer '+s.access_token,'content-type':'application/json'},signal:AbortSignal.timeout(timeoutMs)});",
  'window.askedEarly[url+s.access_token].catch(()=>0)})()',
].join('');
