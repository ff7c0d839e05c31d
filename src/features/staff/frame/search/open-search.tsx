import { createRoot } from 'react-dom/client';
import { $heldRoles } from '#browser/held-roles.ts';
import { StaffSearch } from './StaffSearch.tsx';
import './search.css';

let isOpen = false;

/** Opens the search, unless it is already open. */
export function openSearch(): void {
  const roles = $heldRoles.get() ?? [];
  if (isOpen || roles.length === 0) return;
  isOpen = true;
  const container = document.createElement('div');
  container.className = 'staff-search-place no-print';
  document.body.append(container);
  const root = createRoot(container);
  const close = () => {
    isOpen = false;
    root.unmount();
    container.remove();
  };
  root.render(<StaffSearch roles={roles} onClose={close} go={(href) => location.assign(href)} />);
}
