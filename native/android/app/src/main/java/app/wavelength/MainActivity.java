package app.wavelength;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
