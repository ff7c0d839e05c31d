import { useState } from 'react';
import kayak from '#assets/mascot/kayak.svg?url';
import { Button, ButtonLink } from '../../Button.tsx';
import { Checkbox } from '../../Checkbox.tsx';
import { EmptyState } from '../../EmptyState.tsx';
import { Field } from '../../Field.tsx';
import { Notice } from '../../Notice.tsx';
import { Spinner } from '../../Spinner.tsx';
import { NotLoaded } from '../../staff/NotLoaded.tsx';
import { TextArea } from '../../TextArea.tsx';
import { Part, State } from './Part.tsx';

const kinds = [
  ['the next step', {}],
  ['solid', { kind: 'solid' }],
  ['line', { kind: 'line' }],
  ['harm, staff only', { kind: 'harm' }],
] as const;

export const ButtonPart = () => (
  <Part title="Button">
    {kinds.map(([name, kind]) => (
      <State key={name} name={name}>
        <div className="row">
          <Button {...kind}>Save changes</Button>
          <Button {...kind} busy>
            Save changes
          </Button>
          <Button {...kind} aria-disabled>
            Save changes
          </Button>
          <Button {...kind} small>
            Save changes
          </Button>
          <Button {...kind} small busy>
            Save changes
          </Button>
        </div>
      </State>
    ))}
    <State name="wide">
      <Button wide>Pay $120</Button>
    </State>
    <State name="a link">
      <div className="row">
        <ButtonLink kind="line" href="#main">
          Open the roster
        </ButtonLink>
        <a href="#main" className="text-button">
          Text button
        </a>
      </div>
    </State>
  </Part>
);

export function FieldPart() {
  const [text, setText] = useState('Kai has his own racket.');
  return (
    <Part title="Field, TextArea, Checkbox">
      <State name="with a hint">
        <Field
          id="g-name"
          label="Name"
          hint="As in the passport."
          defaultValue="Kai Tan"
          autoComplete="off"
        />
      </State>
      <State name="with an error">
        <Field
          id="g-email"
          label="E-mail"
          error="Please enter an e-mail address."
          defaultValue="kai@"
          autoComplete="off"
        />
      </State>
      <State name="with a prefix">
        <Field id="g-amount" label="Amount" prefix={<span>S$</span>} defaultValue="120" autoComplete="off" />
      </State>
      <State name="with a question about what was typed">
        <Field
          id="g-meant"
          label="E-mail"
          note="Did you mean kai@gmail.com?"
          defaultValue="kai@gmial.com"
          autoComplete="off"
        />
      </State>
      <State name="disabled">
        <Field id="g-off" label="Level" defaultValue="Spark" disabled />
      </State>
      <State name="text area">
        <TextArea
          id="g-text"
          label="Note for coaches"
          hint="Coaches see this."
          value={text}
          onType={setText}
        />
      </State>
      <State name="text area with an error">
        <TextArea
          id="g-text-bad"
          label="Message"
          error="Please write a message."
          value=""
          onType={() => undefined}
        />
      </State>
      <State name="checkbox">
        <Checkbox id="g-check" note="You can change this later." defaultChecked>
          Send me the newsletter
        </Checkbox>
      </State>
      <State name="checkbox with an error">
        <Checkbox id="g-check-bad" error="Please agree before you pay.">
          I agree to the terms
        </Checkbox>
      </State>
    </Part>
  );
}

export const NoticePart = () => (
  <Part title="Notice">
    <State name="calm">
      <Notice>Your changes are saved.</Notice>
    </State>
    <State name="warn, with a title and a list">
      <Notice
        tone="warn"
        title="Somebody else has changed this"
        list={['Time: 9.00 am to 10.00 am', 'Places: 8 to 6']}
      >
        Save again to replace these changes.
      </Notice>
    </State>
    <State name="bad, with an action">
      <Notice
        tone="bad"
        actions={
          <Button kind="line" small>
            Try again
          </Button>
        }
      >
        The next rows did not load.
      </Notice>
    </State>
  </Part>
);

export const StatePart = () => (
  <Part title="EmptyState, NotLoaded, Spinner">
    <State name="empty">
      <EmptyState picture={kayak} title="No enquiries yet.">
        People who leave their contact details without booking appear here for 30 days.
      </EmptyState>
    </State>
    <State name="empty, with the next step">
      <EmptyState title="Nothing matches." actions={<Button kind="line">Clear filters</Button>}>
        Remove a filter, or search for part of a name.
      </EmptyState>
    </State>
    <State name="not loaded">
      <NotLoaded level={2} title="The list did not load." onRetry={() => undefined}>
        Please check your connection.
      </NotLoaded>
    </State>
    <State name="loading">
      <Spinner>Loading...</Spinner>
    </State>
    <State name="loading, with the shape of what comes">
      <span className="skeleton title" />
    </State>
  </Part>
);
