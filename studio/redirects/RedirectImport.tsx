import { useEffect, useState } from 'react';
import { useClient, useCurrentUser } from 'sanity';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import { Sheet } from '../components/Sheet.tsx';
import { mayPublish } from '../structure/roles.ts';
import { takenAddresses } from '../schemaTypes/links.ts';
import type { TakenAddresses } from '../schemaTypes/rules/page-address.ts';
import '../sharing/share.css';
import { readRedirects } from './csv.ts';

/**
 * Imports many redirects from pasted lines or a CSV file. For an editor it creates drafts, and for a publisher it
 * publishes at once.
 */
export function RedirectImport() {
  const client = useClient({ apiVersion: '2025-02-19' });
  const isPublisher = mayPublish(useCurrentUser());
  const [text, setText] = useState('');
  const [existing, setExisting] = useState<TakenAddresses | null>(null);
  const [status, setStatus] = useState('');
  const [added, setAdded] = useState(0);

  useEffect(() => {
    takenAddresses({ getClient: () => client }).then(setExisting, () =>
      setStatus('The redirects did not load. Reload the page to try again.'),
    );
  }, [client, added]);

  const lines = existing === null ? [] : readRedirects(text, existing);
  const validLines = lines.filter(({ problem }) => problem === null);

  const add = async () => {
    const transaction = validLines.reduce(
      (all, { from, to, permanent }) =>
        all.create({
          _id: `${isPublisher ? '' : 'drafts.'}${crypto.randomUUID()}`,
          _type: 'redirect',
          from,
          to,
          permanent,
        }),
      client.transaction(),
    );
    try {
      await transaction.commit();
      setStatus(
        isPublisher
          ? `${plural(validLines.length, 'redirect')} published. They work after the next build.`
          : `${plural(validLines.length, 'redirect')} added as drafts. A publisher can publish them in Redirects.`,
      );
      setText(
        lines.flatMap(({ problem, from, to }) => (problem === null ? [] : [`${from},${to}`])).join('\n'),
      );
      setAdded((count) => count + 1);
    } catch {
      setStatus('Nothing was added. Check your connection and try again.');
    }
  };

  return (
    <Sheet title="Add many redirects">
      <div className="share">
        <p>
          Write one redirect on each line: the old address, a comma and the new address. Add a comma and 302
          if it is temporary. For example:
          <br />
          <code>/holiday-camp,/camps</code>
        </p>
        <label>
          Lines
          <textarea rows={8} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <label>
          Or a CSV file
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
          />
        </label>
        <p role="status">{status}</p>
        {lines.length > 0 && (
          <>
            <ul>
              {lines.map(({ line, from, to, permanent, problem }) => (
                <li key={line}>
                  <span>
                    <b>
                      {from} → {to}
                    </b>
                    {permanent ? '' : ' (temporary)'}
                    <br />
                    <small>
                      {problem === null ? 'Will be added' : `Line ${line} will not be added. ${problem}`}
                    </small>
                  </span>
                </li>
              ))}
            </ul>
            <button type="button" disabled={validLines.length === 0} onClick={() => void add()}>
              {isPublisher ? 'Publish' : 'Add'} {plural(validLines.length, 'redirect')}
            </button>
          </>
        )}
      </div>
    </Sheet>
  );
}
