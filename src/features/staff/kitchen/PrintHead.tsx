import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { print } from '#ui/icons.ts';
import { kitchenMessages as words } from './messages.ts';

interface Props {
  title: string;
  /** This line is printed below the title. */
  about: ReactNode;
  onSave: () => void;
}

/** The head of a page that can be printed or saved as a file. */
export const PrintHead = ({ title, about, onSave }: Props) => (
  <header className="staff-head">
    <div>
      <h1>{title}</h1>
      <p className="quiet">{about}</p>
    </div>
    <div className="row no-print">
      <Button kind="solid" small onClick={() => window.print()}>
        <Icon path={print} />
        {words.print}
      </Button>
      <Button kind="line" small onClick={onSave}>
        {words.csv}
      </Button>
    </div>
  </header>
);
