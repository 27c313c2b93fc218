import { createRoot } from 'react-dom/client';
import { App } from './app';

const element = document.getElementById('page');
if (element) createRoot(element).render(<App />);
