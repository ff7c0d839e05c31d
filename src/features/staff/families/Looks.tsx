import type { FamilyPage } from '#contract/management-families.ts';
import { formatMoment } from '../../../domain/dates.ts';
import { staffPaths } from '../../../config/staff-paths.ts';
import { lookWords } from './look-words.ts';
import { Few } from './Few.tsx';
import { Part } from './Part.tsx';

/** Who looked at what was told of health; the family sees the same. */
export function Looks({ told }: { told: FamilyPage }) {
  const log = new URLSearchParams({ view: 'log', log: 'looks', family: told.family.family_id });
  return (
    <Part title={lookWords.title} count={told.looks.length} none={lookWords.none}>
      <Few
        rows={told.looks.map((look, at) => (
          <li key={at}>
            <p>
              <b>{look.name ?? lookWords.system}</b> {lookWords.what(look)}
            </p>
            <p className="quiet numbers">
              {formatMoment(look.at)}
              {look.times > 1 && ` · ${lookWords.times(look.times)}`}
            </p>
          </li>
        ))}
      />
      <p>
        <a href={`${staffPaths.managementSystem}?${log.toString()}`}>{lookWords.all}</a>
      </p>
    </Part>
  );
}
