import { useEffect, useState } from 'react';
import { useClient, useCurrentUser } from 'sanity';
import { formatMoment } from '../../supabase/functions/_shared/contract/format.ts';
import { listLinks, makeLink, revokeLink, type PreviewLink } from './links.ts';
import { readFieldText, toFieldText } from './moment.ts';
import './share.css';

interface Props {
  previewUrl: string;
  pages: readonly { title: string; path: string }[];
  /** When the page is first shown, if that is later. */
  start: Date | null;
}

const DAY_MS = 86_400_000;
const lengths = [1, 3, 7, 14];
const failed = 'That did not work. Check your connection and try again.';

export function SharePreview({ previewUrl, pages, start }: Props) {
  const client = useClient({ apiVersion: '2025-02-19' });
  const user = useCurrentUser();
  const [page, setPage] = useState(pages[0]?.path ?? '/');
  const [days, setDays] = useState(3);
  const [at, setAt] = useState(toFieldText(start));
  const [made, setMade] = useState<string | null>(null);
  const [links, setLinks] = useState<PreviewLink[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [version, setVersion] = useState(0);

  useEffect(() => {
    let current = true;
    listLinks(client, page).then(
      (found) => current && setLinks(found),
      () => current && setProblem(failed),
    );
    return () => {
      current = false;
    };
  }, [client, page, version]);
  const attempt = (work: Promise<unknown>) =>
    work.then(
      () => {
        setProblem(null);
        setVersion((before) => before + 1);
      },
      () => setProblem(failed),
    );

  const make = () =>
    attempt(
      makeLink(client, {
        previewUrl,
        page,
        until: new Date(Date.now() + days * DAY_MS),
        at: readFieldText(at),
        madeBy: user?.name ?? null,
      }).then(setMade),
    );

  return (
    <div className="share">
      <p>
        Anyone with the link sees this page with its drafts, and no other page. They need no account, and
        can’t book anything.
      </p>
      <div className="fields">
        {pages.length > 1 && (
          <label>
            Page
            <select
              value={page}
              onChange={(event) => {
                setPage(event.target.value);
                setMade(null);
              }}
            >
              {pages.map(({ title, path }) => (
                <option key={path} value={path}>
                  {title} ({path})
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          Works for
          <select value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {lengths.map((length) => (
              <option key={length} value={length}>
                {length === 1 ? '1 day' : `${length} days`}
              </option>
            ))}
          </select>
        </label>
        <label>
          As on (Singapore time)
          <input
            type="datetime-local"
            value={at}
            onChange={(event) => {
              setAt(event.target.value);
              setMade(null);
            }}
          />
          <small>
            Leave this empty to show the page as it is when your colleague opens it. To show a page, section
            or popup that begins later, enter a time when it is shown.
          </small>
        </label>
        <button type="button" onClick={() => void make()}>
          Create a link
        </button>
      </div>
      {made && (
        <label>
          Copy this link now: it will not be shown again
          <input readOnly value={made} onFocus={(event) => event.target.select()} />
          <button type="button" onClick={() => void navigator.clipboard.writeText(made)}>
            Copy link
          </button>
        </label>
      )}
      <p role="status">{problem}</p>
      {links.length > 0 && <h3>Links that work now</h3>}
      <ul>
        {links.map(({ _id, until, at: shownAt, madeBy }) => (
          <li key={_id}>
            Until {formatMoment(until)}
            {shownAt ? `, as on ${formatMoment(shownAt)}` : ''}
            {madeBy ? `, created by ${madeBy}` : ''}
            <button type="button" onClick={() => void attempt(revokeLink(client, _id))}>
              End link
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
