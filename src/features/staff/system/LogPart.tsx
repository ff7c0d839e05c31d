import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { staffPaths } from '#config/staff-paths.ts';
import { formatMoment } from '#domain/dates.ts';
import { SideSheet } from '#ui/staff/SideSheet.tsx';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { createEntry, type LogRow, nameOf } from './entry.ts';
import { commonViews, logColumns, logFile, logList, logViews } from './log-rules.tsx';
import { logWords } from './log-words.ts';
import { changesInWords } from './log-values.ts';

/** Who changed or read what. The log is read page by page and cannot be edited. */
export function LogPart() {
  const [list] = useState(logList);
  const [views] = useState(logViews);
  const [entry] = useState(createEntry);
  const view = useStore(entry.$view);
  useEffect(() => entry.watch(), [entry]);
  return (
    <>
      <StaffList
        title={logWords.title}
        empty={logWords.empty}
        what={[logWords.one, logWords.several]}
        list={list}
        views={views}
        ownViews={commonViews}
        columns={logColumns}
        file={logFile}
        idOf={nameOf}
        hrefOf={(row) => entry.hrefOf(nameOf(row))}
        onOpen={(row) => entry.open(nameOf(row))}
        openId={view.state === 'closed' ? null : view.id}
      />
      {view.state !== 'closed' && (
        <SideSheet
          view={view}
          gone="gone"
          words={logWords}
          onClose={entry.close}
          onAgain={() => void entry.retry()}
        >
          {(told) => <Entry entry={told} />}
        </SideSheet>
      )}
    </>
  );
}

/** One entry in full: who did what, and each field before and after. */
function Entry({ entry }: { entry: LogRow }) {
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
