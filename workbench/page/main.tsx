import { applyStoredDensity, applyStoredTheme } from '@consulting/design/controls';
import { returnFromProvider } from '@consulting/foundation/session';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { readPartsAhead } from './parts';

const returnPath = '/app/signed-in';

const firstViewMs = 2000;

// Browsers have workers for addresses with TLS, and for the machine itself, alone.
function registerWorker(): void {
  if ('serviceWorker' in navigator)
    navigator.serviceWorker.register('/app/service-worker.js', { scope: '/app' }).catch(() => undefined);
}

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
  // What the first view needs comes first.
  window.setTimeout(() => {
    registerWorker();
    void readPartsAhead();
  }, firstViewMs);
}

const element = document.getElementById('page');
if (element) await start(element);
