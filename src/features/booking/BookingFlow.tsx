import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { $quizResult, readQuizResult } from '#browser/quiz-result.ts';
import { Icon } from '#ui/Icon.tsx';
import { arrow } from '#ui/icons.ts';
import { readChoice } from './choice.ts';
import { applyInitialTeam } from './initial-choice.ts';
import { messages, sessionLine, type StepMessages } from './messages.ts';
import type { Pass, Team } from './model.ts';
import { PassStep } from './PassStep.tsx';
import { Progress } from './Progress.tsx';
import { Remarks, Suggestion } from './Remarks.tsx';
import { SessionStep } from './SessionStep.tsx';
import { StepFrame } from './StepFrame.tsx';
import { createBooking, type Booking } from './store.ts';
import { TeamStep } from './TeamStep.tsx';
import { watchAvailability } from './watch.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import '#ui/steps.css';

interface Props {
  teams: Team[];
  passes: Pass[];
  words: StepMessages[];
  footnotes: string[];
  whatsapp: string;
  presetPassId?: string | null;
}

function BookingFlow({ teams, passes, words, footnotes, whatsapp, presetPassId = null }: Props) {
  const [booking] = useState(() => createBooking({ teams, presetPassId }));
  const step = useStore(booking.$step);
  const team = useStore(booking.$team);
  const session = useStore(booking.$session);
  const sessions = useStore(booking.$sessions);
  const load = useStore(booking.$availability);
  const leaving = useStore(booking.$leaving);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => followQuiz(booking), [booking]);
  // The subscription starts before the browser paints, so that a parent who tapped before hydration gets an answer
  // sooner.
  useLayoutEffect(() => watchAvailability(booking), [booking]);
  useLayoutEffect(
    () =>
      applyInitialTeam((id) => {
        const tappedTeam = teams.find((team) => team.id === id);
        if (!tappedTeam) return;
        booking.chooseTeam(tappedTeam.id);
        // The page has already highlighted this team, or the parent chose it on another page.
        booking.next();
      }),
    [booking, teams],
  );
  useFollowStep(booking, root);

  return (
    <div ref={root}>
      <Progress step={step} />
      <div className="steps booking">
        <StepFrame
          current={step}
          step={0}
          words={words[0]}
          chosen={team?.name ?? null}
          onReturn={() => booking.$step.set(0)}
        >
          <Suggestion booking={booking} />
          <TeamStep teams={teams} chosen={team?.id ?? null} onChoose={booking.chooseTeam} />
          <StepLinks booking={booking} />
        </StepFrame>
        <StepFrame
          current={step}
          step={1}
          words={words[1]}
          chosen={session && sessionLine(session)}
          onReturn={() => booking.$step.set(1)}
        >
          <Remarks booking={booking} />
          <SessionStep
            load={load}
            sessions={sessions}
            chosenId={session?.id ?? null}
            teamName={team?.name ?? ''}
            whatsapp={whatsapp}
            onChoose={booking.chooseSession}
            onRetry={() => void booking.retry()}
            onOtherTeam={booking.previous}
          />
          <StepLinks booking={booking} />
        </StepFrame>
        <StepFrame current={step} step={2} words={words[2]} chosen={null} onReturn={() => undefined}>
          <Remarks booking={booking} />
          <PassStep
            passes={passes}
            footnotes={footnotes}
            leaving={leaving}
            onChoose={(pass) => void booking.choosePass(pass)}
          />
          <StepLinks booking={booking} />
        </StepFrame>
      </div>
    </div>
  );
}

function StepLinks({ booking }: { booking: Booking }) {
  const step = useStore(booking.$step);
  const canContinue = useStore(booking.$canContinue);
  if (step === 0 && !canContinue) return null;
  return (
    <div className="step-links">
      {step > 0 && (
        <button type="button" className="text-button" onClick={booking.previous}>
          <Icon path={arrow} className="rotate-180" />
          {messages.previous}
        </button>
      )}
      {canContinue && (
        <button type="button" className="text-button" onClick={booking.next}>
          {messages.next}
          <Icon path={arrow} />
        </button>
      )}
    </div>
  );
}

/**
 * Suggests the team of a quiz that was finished after the last choice, even if it was taken in another tab. Returns a
 * function that stops this.
 */
function followQuiz(booking: Booking): () => void {
  const suggest = () => {
    const [quiz, choice] = [readQuizResult(), readChoice()];
    if (choice && choice.chosenAt > (quiz?.takenAt ?? '')) booking.resume(choice);
    else if (quiz) booking.suggestTeam(quiz.team);
  };
  suggest();
  return $quizResult.listen((answer) => {
    if (answer) booking.suggestTeam(answer.team);
  });
}

function useFollowStep(booking: Booking, root: React.RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      booking.$step.listen((step) => {
        requestAnimationFrame(() => {
          const head = root.current?.querySelector<HTMLElement>(`[data-step="${step}"]`);
          head?.focus({ preventScroll: true });
          head?.scrollIntoView({ block: 'start' });
        });
      }),
    [booking, root],
  );
}

export default inBoundary(BookingFlow);
