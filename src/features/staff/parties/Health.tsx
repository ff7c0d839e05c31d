import { useStore } from '@nanostores/react';
import type { PartyStory } from '#contract/management-parties.ts';
import { Button } from '#ui/Button.tsx';
import { healthWords } from './messages.ts';
import { type FormWords, healthLines } from './model.ts';
import type { PartyDetail } from './detail.ts';

interface Props {
  detail: PartyDetail;
  details: PartyStory;
  forms: readonly FormWords[];
}

/** Only the number of guests with health information, until somebody opens it; that read is logged. */
export function Health({ detail, details, forms }: Props) {
  const health = useStore(detail.$health);
  const { noted } = details.party.answers;
  const lines = health.state === 'read' ? healthLines(health.lines, forms) : [];
  return (
    <section className="sheet party-part" aria-labelledby="party-health">
      <h3 id="party-health">{healthWords.title}</h3>
      <p className="quiet">{noted === 0 ? healthWords.none : healthWords.some(noted)}</p>
      <div aria-live="polite">
        {health.state === 'read' && lines.length === 0 && <p>{healthWords.empty}</p>}
        {health.state === 'failed' && <p>{healthWords.failed}</p>}
        {lines.length > 0 && (
          <ul className="party-health">
            {lines.map(({ who, text }, at) => (
              <li key={at}>
                <b>{who ?? healthWords.nobody}</b> {text}
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
            {health.state === 'reading' ? healthWords.reading : healthWords.read}
          </Button>
        </div>
      )}
    </section>
  );
}
