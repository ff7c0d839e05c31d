import { useEffect } from 'react';

/** On a screen that coaches use too, shows a manager the navigation to all screens. */
export function useManagerNavigation(isManager: boolean): void {
  useEffect(() => {
    if (isManager) document.querySelector('.staff')?.classList.remove('for-coaches');
  }, [isManager]);
}
