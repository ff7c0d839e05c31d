import { staffPaths } from '#config/staff-paths.ts';
import { formatMoment } from '#domain/dates.ts';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { createEntry, type LogRow } from './entry.ts';
import { logList } from './log-list.tsx';
import { logWords } from './log-words.ts';
import { changesInWords } from './log-values.ts';

/** Who changed or read what. The log is read page by page and cannot be edited. */
export const LogPart = createListScreen({
  list: logList,
  detail: createEntry,
  Sheet: Entry,
  sheet: { gone: 'gone', words: logWords },
});

/** One entry in full: who did what, and each field before and after. */
function Entry({ record: entry }: { record: LogRow }) {
  const changes = changesInWords(entry);
  const family = entry.family_id ?? (entry.table === 'families' ? entry.key : null);
  return (
    <>
      <h2 id="side-title">
        {logWords.actor(entry)} {logWords.line(entry)}
      </h2>
      <dl className="log-facts">
        <div>
          <dt>{logWords.at}</dt>
          <dd>{formatMoment(entry.at)}</dd>
        </div>
        <div>
          <dt>{logWords.who}</dt>
          <dd>{logWords.actor(entry)}</dd>
        </div>
        {family !== null && (
          <div>
            <dt>{logWords.family}</dt>
            <dd>
              <a href={`${staffPaths.managementFamilies}?${new URLSearchParams({ family }).toString()}`}>
                {logWords.openFamily}
              </a>
            </dd>
          </div>
        )}
      </dl>
      {changes.length > 0 && (
        <div className="system-scroll">
          <table className="system-table">
            <thead>
              <tr>
                <th scope="col">{logWords.column}</th>
                <th scope="col">{logWords.before}</th>
                <th scope="col">{logWords.after}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, was, is }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>{was ?? '–'}</td>
                  <td>{is ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="quiet">{logWords.foot}</p>
    </>
  );
}
