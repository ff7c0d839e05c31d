import { createRoot } from 'react-dom/client';
import { $heldRoles } from '#browser/held-roles.ts';
import { StaffSearch } from './StaffSearch.tsx';
import './search.css';

let isOpen = false;

/** A second search is not opened over the first. */
export function openSearch(): void {
  const roles = $heldRoles.get() ?? [];
  if (isOpen || roles.length === 0) return;
  isOpen = true;
  const place = document.createElement('div');
  place.className = 'staff-search-place no-print';
  document.body.append(place);
  const root = createRoot(place);
  const close = () => {
    isOpen = false;
    root.unmount();
    place.remove();
  };
  root.render(<StaffSearch roles={roles} onClose={close} go={(href) => location.assign(href)} />);
}
