import { staffPaths } from '#config/staff-paths.ts';
import { formatMoment } from '#domain/dates.ts';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { createEntry, type LogRow } from './entry.ts';
import { logList } from './log-list.tsx';
import { logMessages } from './log-messages.ts';
import { describeChanges } from './log-values.ts';

/** The log says who changed or read what. It is read page by page and cannot be edited. */
export const LogSection = createListScreen({
  list: logList,
  detail: createEntry,
  Sheet: Entry,
  sheet: { notFound: 'gone', words: logMessages },
});

function Entry({ record: entry }: { record: LogRow }) {
  const changes = describeChanges(entry);
  const family = entry.family_id ?? (entry.table === 'families' ? entry.key : null);
  return (
    <>
      <h2 id="side-title">
        {logMessages.actor(entry)} {logMessages.line(entry)}
      </h2>
      <dl className="log-facts stack gap-2.5 text-sm">
        <div>
          <dt>{logMessages.at}</dt>
          <dd>{formatMoment(entry.at)}</dd>
        </div>
        <div>
          <dt>{logMessages.who}</dt>
          <dd>{logMessages.actor(entry)}</dd>
        </div>
        {family !== null && (
          <div>
            <dt>{logMessages.family}</dt>
            <dd>
              <a href={`${staffPaths.managementFamilies}?${new URLSearchParams({ family }).toString()}`}>
                {logMessages.openFamily}
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
                <th scope="col">{logMessages.column}</th>
                <th scope="col">{logMessages.before}</th>
                <th scope="col">{logMessages.after}</th>
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
      <p className="quiet">{logMessages.foot}</p>
    </>
  );
}
