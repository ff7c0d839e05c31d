import { useEffect, useState } from 'react';
import type { DoctorFinding, SystemCheck, SystemChecks } from '#contract/system-checks.ts';
import { Button } from '#ui/Button.tsx';
import { fetchChecks } from './api.ts';
import { checkMessages as words, isOld } from './check-messages.ts';

type View = { state: 'loading' | 'failed' } | { state: 'ready'; checks: SystemChecks };

/** Shows what the running system checks about itself, and what doctor found when somebody last ran it. */
export function Checks() {
  const [view, setView] = useState<View>({ state: 'loading' });
  const read = () =>
    void fetchChecks().then((answer) =>
      setView(answer.ok ? { state: 'ready', checks: answer.value } : { state: 'failed' }),
    );
  useEffect(read, []);
  return (
    <>
      <section className="sheet" aria-labelledby="checks" aria-busy={view.state === 'loading'}>
        <header>
          <h2 id="checks">{words.title}</h2>
        </header>
        {view.state === 'failed' && (
          <p>
            {words.failed}{' '}
            <Button kind="line" small onClick={read}>
              {words.again}
            </Button>
          </p>
        )}
        {view.state === 'ready' && (
          <ul>
            {view.checks.checks.map((check) => (
              <li key={check.name}>
                <p>
                  <b>{words.name(check)}</b> <State state={check.state} />
                </p>
                <p className="quiet">{words.text(check)}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
      {view.state === 'ready' && <Doctor {...view.checks} />}
    </>
  );
}

function Doctor({ at: now, doctor }: SystemChecks) {
  return (
    <section className="sheet" aria-labelledby="doctor">
      <header>
        <h2 id="doctor">{words.doctor}</h2>
        {isOld(doctor.at, now) && <State state="unknown" />}
      </header>
      <p className="quiet">{doctor.at === null ? words.doctorNever : words.doctorAt(doctor, now)}</p>
      <ul>
        {doctor.findings.map((finding) => (
          <li key={finding.id}>
            <p>
              <b>{words.finding(finding)}</b> <State state={finding.state} />
            </p>
            {finding.parents !== null && <p className="quiet">{words.parents(finding.parents)}</p>}
            {finding.fix !== null && <p className="quiet">{words.fix(finding.fix)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const tones = { ok: 'good', wrong: 'bad', missing: 'bad', unknown: 'warn' } as const;

const State = ({ state }: { state: SystemCheck['state'] | DoctorFinding['state'] }) => (
  <span className={`tag ${tones[state]}`}>{words.states[state]}</span>
);
