import { useStore } from '@nanostores/react';
import type { PartyDetails } from '#contract/management-parties.ts';
import { Button } from '#ui/Button.tsx';
import { healthMessages } from './messages.ts';
import { type FormMessages, healthLines } from './model.ts';
import type { PartyDetailsStore } from './detail.ts';

interface Props {
  detail: PartyDetailsStore;
  details: PartyDetails;
  forms: readonly FormMessages[];
}

/**
 * Shows the number of guests with health information. The list appears when somebody opens it, and that read is
 * logged.
 */
export function Health({ detail, details, forms }: Props) {
  const health = useStore(detail.$health);
  const { noted } = details.party.answers;
  const lines = health.state === 'read' ? healthLines(health.lines, forms) : [];
  return (
    <section className="sheet party-part" aria-labelledby="party-health">
      <h3 id="party-health">{healthMessages.title}</h3>
      <p className="quiet">{noted === 0 ? healthMessages.none : healthMessages.some(noted)}</p>
      <div aria-live="polite">
        {health.state === 'read' && lines.length === 0 && <p>{healthMessages.empty}</p>}
        {health.state === 'failed' && <p>{healthMessages.failed}</p>}
        {lines.length > 0 && (
          <ul className="party-health">
            {lines.map(({ who, text }, index) => (
              <li key={index}>
                <b>{who ?? healthMessages.nobody}</b> {text}
              </li>
            ))}
          </ul>
        )}
      </div>
      {noted > 0 && !(health.state === 'read' && health.of === null) && (
        <div>
          <Button
            kind="solid"
            small
            busy={health.state === 'reading'}
            onClick={() => void detail.readHealth()}
          >
            {health.state === 'reading' ? healthMessages.reading : healthMessages.read}
          </Button>
        </div>
      )}
    </section>
  );
}
