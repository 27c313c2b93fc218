export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const keptName = 'theme';

export const keptTheme = (): Theme =>
  themes.find((theme) => theme === localStorage.getItem(keptName)) ?? 'system';

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(keptName, theme);
}

export const applyKeptTheme = (): void => applyTheme(keptTheme());
