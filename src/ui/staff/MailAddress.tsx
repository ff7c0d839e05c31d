import { Fragment } from 'react';

/** An e-mail address that wraps only after its @ and dots, so that it stays readable. */
export const MailAddress = ({ address }: { address: string }) =>
  address.split(/(?<=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
