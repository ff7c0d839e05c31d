import { Fragment } from 'react';

/** An e-mail address that breaks after its @ and dots, so that no ending is torn apart. */
export const MailAddress = ({ address }: { address: string }) =>
  address.split(/(?<=[@.])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
