import { applyStoredDensity, applyStoredTheme } from '@consulting/design/controls';
import { returnFromProvider } from '@consulting/foundation/session';
import { createRoot } from 'react-dom/client';
import { App } from './app';

const returnPath = '/app/signed-in';

async function start(element: HTMLElement): Promise<void> {
  applyStoredTheme();
  applyStoredDensity();
  let loginError: unknown = null;
  if (window.location.pathname === returnPath) {
    try {
      if (!(await returnFromProvider())) return;
    } catch (error) {
      loginError = error;
    }
    if (window.location.pathname === returnPath) window.history.replaceState(null, '', '/app');
  }
  createRoot(element).render(<App loginError={loginError} />);
}

const element = document.getElementById('page');
if (element) await start(element);
