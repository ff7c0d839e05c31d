import type { FixAction } from '../_shared/contract/monitoring.ts';

/** Remedies that run on the server. */
export type ServerRemedy = 'make_sessions' | 'send_mails';

interface Cause {
  name: string;
  says: RegExp;
  remedy: FixAction | ServerRemedy;
}

/** The causes of errors. The first match applies. The patterns match messages of Chromium, Firefox and Safari. */
const causes: readonly Cause[] = [
  {
    // A deployment removed the files that the page in an open tab still loads.
    name: 'stale_chunk',
    says: /dynamically imported module|importing a module script failed|ChunkLoadError|loading (css )?chunk|unable to preload css|module script.*MIME type/i,
    remedy: 'clear_caches',
  },
  {
    // A value of another version is in local storage, or the browser's storage is broken or full.
    name: 'corrupt_storage',
    says: /QuotaExceededError|exceeded the quota|not valid JSON|unexpected (token|end).*JSON|JSON\.parse|JSON Parse error|(local|session)Storage|IndexedDB|storage.*(corrupt|invalid)/i,
    remedy: 'clear_storage',
  },
  {
    name: 'expired_session',
    says: /jwt expired|invalid_jwt|Invalid JWT structure|Auth session missing|session_not_found|refresh.?token.*(not found|invalid|expired|revoked)|PGRST30[13]/i,
    remedy: 'renew_session',
  },
  {
    // No visitor has asked for the coming weekend yet, and the chores have not run.
    name: 'missing_sessions',
    says: /no sessions?\b|sessions? (are |is )?missing|missing sessions|sessions? not generated/i,
    remedy: 'make_sessions',
  },
  {
    name: 'stuck_outbox',
    says: /outbox|mails? (is |are )?(stuck|waiting|not sent)|confirmation.*not (sent|received)/i,
    remedy: 'send_mails',
  },
];

export function causeOf(message: string): Cause | null {
  return causes.find(({ says }) => says.test(message)) ?? null;
}
