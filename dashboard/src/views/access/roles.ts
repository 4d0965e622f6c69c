/** What members may be, as a list to choose from. */
export const roleChoices = [
  { value: 'member', label: 'Member' },
  { value: 'admin', label: 'Admin' },
  { value: 'owner', label: 'Owner' },
];
