export const Mark = ({ size = 26 }: { size?: number }) => (
  <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
    <rect width="32" height="32" rx="7" fill="#1f5fa8" />
    <path
      d="M7 23V13l6-4v14M13 23V12l6 3v8M19 23v-6l6 2v4M5 23h22"
      fill="none"
      stroke="#fff"
      strokeWidth="2"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  </svg>
);
