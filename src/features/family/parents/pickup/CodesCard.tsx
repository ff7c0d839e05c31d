import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { SectionFailed, SectionWaiting } from '#ui/family/SectionState.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import type { Profile } from '../profile/profile.ts';
import type { Codes } from './codes.ts';
import { pickupMessages, spoken } from './messages.ts';
import './codes.css';

/** Shows the code of each person who may collect (decisions "The code at pick-up"). */
export function CodesCard({ codes, profile }: { codes: Codes; profile: Profile }) {
  const view = useStore(codes.$view);
  const read = useStore(profile.$view);
  const collectorsKey = read.state === 'ready' ? JSON.stringify(read.profile.pickup_authorization) : '';
  // When the list of people is saved, `collectorsKey` changes and the codes are read again.
  useEffect(() => void codes.open(), [codes, collectorsKey]);
  if (view.state === 'loading') return <SectionWaiting rows={2} label={pickupMessages.loading} />;
  if (view.state === 'failed')
    return (
      <SectionFailed title={pickupMessages.failed} offline={pickupMessages.offline} onRetry={codes.retry} />
    );
  if (!('codes' in view) || view.codes.length === 0) return <p className="quiet">{pickupMessages.none}</p>;
  return (
    <div className="card pickup-codes">
      <ul>
        {view.codes.map(({ child_id, child_name, name, relationship, code, only_for }, index) => (
          <li key={index}>
            <span>
              <b>
                <Verbatim>{name}</Verbatim>
              </b>
              <small>
                {[
                  relationship,
                  child_id === null ? pickupMessages.all : child_name,
                  only_for !== null && pickupMessages.onlyFor(only_for),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <output className="numbers">
              <Verbatim>{spoken(code)}</Verbatim>
            </output>
          </li>
        ))}
      </ul>
      <p className="quiet">{pickupMessages.ends}</p>
    </div>
  );
}
