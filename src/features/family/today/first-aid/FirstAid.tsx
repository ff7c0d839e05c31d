import type { FamilyFirstAid } from '#contract/first-aid.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { SectionFailed } from '#ui/family/SectionState.tsx';
import { createFirstAid } from './first-aid.ts';
import { firstAidMessages } from './messages.ts';
import './first-aid.css';

const LATEST_COUNT = 3;

export function FirstAid() {
  const [firstAid] = useState(createFirstAid);
  const view = useStore(firstAid.$view);
  useEffect(() => {
    const open = () => void firstAid.open();
    open();
    addEventListener('focus', open);
    return () => removeEventListener('focus', open);
  }, [firstAid]);
  if (view.state === 'failed')
    return (
      <SectionFailed
        title={firstAidMessages.failed}
        offline={firstAidMessages.offline}
        onRetry={() => void firstAid.open()}
      />
    );
  if (view.state === 'loading' || view.entries.length === 0) return null;
  const [latestEntries, earlierEntries] = [
    view.entries.slice(0, LATEST_COUNT),
    view.entries.slice(LATEST_COUNT),
  ];
  return (
    <section className="card first-aid" id="first-aid" aria-labelledby="first-aid-title">
      <h2 id="first-aid-title">{firstAidMessages.title}</h2>
      <p className="quiet">{firstAidMessages.lead}</p>
      <Entries entries={latestEntries} />
      {earlierEntries.length > 0 && (
        <details>
          <summary>{firstAidMessages.earlier(earlierEntries.length)}</summary>
          <Entries entries={earlierEntries} />
        </details>
      )}
    </section>
  );
}

const Entries = ({ entries }: { entries: FamilyFirstAid }) => (
  <ul>
    {entries.map((entry) => (
      <li key={entry.id}>
        <b>{firstAidMessages.where(entry)}</b>
        <dl>
          <dt>{firstAidMessages.happened}</dt>
          <dd>{entry.injury}</dd>
          <dt>{firstAidMessages.treatment}</dt>
          <dd>{entry.treatment}</dd>
        </dl>
        <p className="quiet">
          {entry.parent_informed_at === null ? firstAidMessages.notInformed : firstAidMessages.parentInformed}{' '}
          {entry.written_by !== null && firstAidMessages.by(entry.written_by)}
        </p>
      </li>
    ))}
  </ul>
);
