export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const storedName = 'theme';

export const storedTheme = (): Theme =>
  themes.find((theme) => theme === localStorage.getItem(storedName)) ?? 'system';

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(storedName, theme);
}

export const applyStoredTheme = (): void => applyTheme(storedTheme());
