import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { hasManagerRole } from '#domain/managers.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { Filters } from '#ui/staff/table/Filters.tsx';
import { tableMessages } from '#ui/staff/table/messages.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';
import '#ui/staff/table/table.css';
import { createAddresses } from './addresses.ts';
import { Grid } from './Grid.tsx';
import { pictureList } from './list.ts';
import { listMessages } from './messages.ts';
import { PictureSheet } from './PictureSheet.tsx';
import { createPictureDetailsStore } from './detail.ts';
import { UploadSection } from './UploadSection.tsx';
import { createUploads } from './uploads.ts';

const guard = createAccess({ roles: ['coach', 'admin', 'business_admin'] });

/** The screen `/image-repository` shows the staff's pictures. Coaches see only their own (spec 1 §2). */
const Pictures = () => (
  <Managed guard={guard} why={hiddenMessage('Pictures show children')}>
    {({ roles }) => <Screen isManager={hasManagerRole(roles)} />}
  </Managed>
);

function Screen({ isManager }: { isManager: boolean }) {
  const [list] = useState(pictureList);
  const [addresses] = useState(createAddresses);
  const [detail] = useState(() =>
    createPictureDetailsStore((picture) => list.replace(({ id }) => id === picture.id, picture)),
  );
  const [uploads] = useState(() => createUploads(() => void list.read()));
  const [over, setOver] = useState(false);
  const view = useStore(list.$view);
  const { sort } = useStore(list.$query);
  const pictureView = useStore(detail.$view);
  useEffect(() => list.open(), [list]);
  useEffect(() => detail.watch(), [detail]);
  useEffect(() => uploads.watch(), [uploads]);
  return (
    // The button is the accessible alternative to dropping files.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={over ? 'pictures over' : 'pictures'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        uploads.add(event.dataTransfer.files);
      }}
    >
      <div className="staff-head">
        <div>
          <h1>{listMessages.title}</h1>
          <p className="quiet numbers" role="status">
            {view.state === 'loading' && tableMessages.loading}
            {view.state === 'ready' && tableMessages.count(view.count, view.more, listMessages.what)}
          </p>
        </div>
      </div>
      <UploadSection uploads={uploads} />
      <div className="pictures-find">
        <Filters list={list} />
        <div className="list-filter">
          <label htmlFor="pictures-sort">{listMessages.sort}</label>
          <select
            id="pictures-sort"
            className="input"
            value={sort}
            onChange={({ target }) => list.sortBy(target.value)}
          >
            {Object.entries(listMessages.sorts).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Grid
        list={list}
        view={view}
        addresses={addresses}
        detail={detail}
        openId={pictureView.state === 'closed' ? null : pictureView.id}
      />
      {pictureView.state !== 'closed' && (
        <PictureSheet
          key={pictureView.id}
          detail={detail}
          addresses={addresses}
          isManager={isManager}
          view={pictureView}
          onDeleted={() => void list.read()}
        />
      )}
    </div>
  );
}

export default inBoundary(Pictures);
