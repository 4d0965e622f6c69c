// Behind a proxy the server does not know the address it is called by; the browser does.
const { origin: written } = document.body.dataset;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (location.origin !== written && walker.nextNode()) {
  const { currentNode } = walker;
  currentNode.data = currentNode.data.replaceAll(written, location.origin);
}

function copy(button) {
  const code = button.parentElement.querySelector('code');
  const say = (word) => {
    button.textContent = word;
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  };
  // Without https a browser gives no clipboard: what is selected can be copied by hand.
  const select = () => {
    getSelection().selectAllChildren(code);
    say('Selected');
  };
  if (!navigator.clipboard) select();
  else navigator.clipboard.writeText(code.textContent).then(() => say('Copied'), select);
}

for (const button of document.querySelectorAll('button')) {
  button.hidden = false;
  button.addEventListener('click', () => copy(button));
}
