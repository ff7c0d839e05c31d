import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { ClassType, PlannedCoach } from '#contract/class-kinds.ts';
import type { WeekPlan } from '#contract/management-schedule.ts';
import { teamBadges } from '#ui/avatars.ts';
import { Button } from '#ui/Button.tsx';
import type { FormField } from '#ui/kit/form/field.ts';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import '#ui/people/error-summary.css';
import { messages, teamNames } from '../messages.ts';
import type { ScheduleStore } from '../store.ts';
import { Coaches } from './Coaches.tsx';
import {
  coachFields,
  createCoachForm,
  createKindForm,
  kindFault,
  kindFields,
  type KindForm,
} from './form.ts';
import { newCoachMessages, kindMessages as words } from './messages.ts';

/** What the open form edits. `null` means a new kind or coach. */
type Opened = { kind: ClassType | null } | { coach: PlannedCoach | null };

/** Staff edit kinds of class and coaches here. Only business admins rename a coach who has an account. */
export function Kinds({ schedule }: { schedule: Pick<ScheduleStore, '$plan' | 'readPlan'> }) {
  const plan = useStore(schedule.$plan);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [doneText, setDoneText] = useState<string | null>(null);
  if (plan === null)
    return (
      <ScreenWaiting title={messages.loading} className="schedule-waiting stack" bars={['title', 'grid']} />
    );
  const close = () => setOpened(null);
  function open(target: Opened) {
    setDoneText(null);
    setOpened(target);
  }
  function showSaved(text: string) {
    void schedule.readPlan();
    setDoneText(text);
    close();
  }
  return (
    <>
      {doneText !== null && <Notice>{doneText}</Notice>}
      <KindList plan={plan} onOpen={(kind) => open({ kind })} />
      <Coaches plan={plan} onOpen={(coach) => open({ coach })} onSaved={showSaved} />
      {opened !== null &&
        ('kind' in opened ? (
          <KindFrame kind={opened.kind} onSaved={showSaved} onClose={close} />
        ) : (
          <CoachFrame coach={opened.coach} onSaved={showSaved} onClose={close} />
        ))}
    </>
  );
}

function KindList({ plan, onOpen }: { plan: WeekPlan; onOpen: (kind: ClassType | null) => void }) {
  return (
    <section aria-labelledby="kinds-title">
      <div className="staff-head">
        <div>
          <h1 id="kinds-title">{words.title}</h1>
          <p className="quiet">{words.text}</p>
        </div>
        <Button kind="solid" small onClick={() => onOpen(null)}>
          {words.add}
        </Button>
      </div>
      <div className="sheet kind-list">
        <ul>
          {plan.class_types.map((kind) => (
            <li key={kind.id} className="pattern-line kind-line">
              {kind.team ? (
                <img src={teamBadges[kind.team]} width="28" height="28" alt="" />
              ) : (
                <span aria-hidden="true" />
              )}
              <p className="what">
                <b>{kind.name}</b>
                <span>{words.facts(kind, kind.team && teamNames[kind.team])}</span>
              </p>
              <Button kind="line" small aria-label={words.editOf(kind.name)} onClick={() => onOpen(kind)}>
                {words.edit}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface FrameProps {
  onSaved: (text: string) => void;
  onClose: () => void;
}

function KindFrame({ kind, onSaved, onClose }: FrameProps & { kind: ClassType | null }) {
  const [form] = useState(() => createKindForm(kind, onSaved));
  return (
    <FormFrame
      title={kind === null ? words.titleNew : words.titleOf(kind.name)}
      form={form}
      fields={kindFields(kind)}
      isNew={kind === null}
      onClose={onClose}
    >
      {kind?.is_sold === true && <p className="quiet">{words.teamFixed}</p>}
    </FormFrame>
  );
}

function CoachFrame({ coach, onSaved, onClose }: FrameProps & { coach: PlannedCoach | null }) {
  const [form] = useState(() => createCoachForm(coach, onSaved));
  return (
    <FormFrame
      title={coach === null ? newCoachMessages.titleNew : newCoachMessages.titleOf(coach.name)}
      form={form}
      fields={coachFields}
      isNew={coach === null}
      onClose={onClose}
    />
  );
}

interface FormFrameProps {
  title: string;
  form: KindForm;
  fields: readonly FormField[];
  isNew: boolean;
  onClose: () => void;
  children?: ReactNode;
}

function FormFrame({ title, form, fields, isNew, onClose, children }: FormFrameProps) {
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  return (
    <SideFrame title={title} titleId="kind-form" closeLabel={words.close} onClose={onClose}>
      <Form
        form={form}
        className="stack gap-3.5"
        labelledBy="kind-form"
        labelOf={(id) => fields.find(({ path }) => path === id)?.label ?? id}
        messageOf={kindFault}
      >
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        {children}
        <Fields fields={fields} form={form} messageOf={kindFault} />
        <div className="row">
          <Button kind="solid" type="submit" busy={busy}>
            {isNew ? words.create : words.save}
          </Button>
          <Button kind="line" onClick={onClose}>
            {words.leave}
          </Button>
        </div>
      </Form>
    </SideFrame>
  );
}
