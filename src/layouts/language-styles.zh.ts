import '#styles/chinese.css';
